import * as z from 'zod/mini'

// Schemas must not be compiled with `Function`: the document's policy forbids it, and each try would be reported.
z.config({ jitless: true })
