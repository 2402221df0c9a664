/* Words that every part of the engine uses. */
#pragma once

/* How a version was timed; the names are in rows.h. */
enum method { NO_SYNC, SYNC, EVENTS, WITH_TRANSFERS, WALL /* on the CPU */, METHODS };

/* The type of an array's elements. */
enum dtype { FLOAT32, UINT64, FLOAT16, DTYPES };
