/** A key glyph, as the data URI that EIP-6963 asks for. */
export const EMBEDDED_ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23576df6'/%3E%3Cpath d='M16 16a4 4 0 1 1-8 0 4 4 0 0 1 8 0h9m-3 0v4' fill='none' stroke='%23fff' stroke-width='2' stroke-linecap='round'/%3E%3C/svg%3E"
