cdef extern from "wide.h" nogil:
    # Integers of 128 bits: only the C compiler knows their width, and does their arithmetic.
    ctypedef unsigned long u128
    ctypedef long s128
