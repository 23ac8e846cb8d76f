/** Longest wait for an answer that the service holds back for up to 20 s, in ms: less than the frame's own patience. */
export const LONG_POLL = 23_000
