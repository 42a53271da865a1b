#ifndef CMEMORY_H
#define CMEMORY_H

/// Gives memory that is free back to the system, where the C library would keep it for what is asked for next.
void memory_give_back(void);

#endif
