import { defineError } from '@latchkey/errors'

/** Errors of an account's history, 4720–4739. */
export const HistoryCursorError = /* @__PURE__ */ defineError({
  name: 'HistoryCursorError',
  code: 4720,
  httpStatus: 400,
  message:
    'The cursor is not one that this service gave: it may be cut off or changed. Ask again without a cursor.',
})
