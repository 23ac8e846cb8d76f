import * as z from 'zod/mini'

// Must be imported before any schema is parsed: zod's compiled parsers need `Function()`, which the document's policy refuses.
z.config({ jitless: true })
