/** Two devices and the way between them; our own drawing. */
export const WALLET_CONNECT_ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Crect width="24" height="24" rx="6" fill="%233b6fe0"/%3E%3Cpath d="M6 10.5a8.5 8.5 0 0 1 12 0M9 13.8a4.3 4.3 0 0 1 6 0" fill="none" stroke="%23fff" stroke-width="1.8" stroke-linecap="round"/%3E%3Ccircle cx="12" cy="16.8" r="1.3" fill="%23fff"/%3E%3C/svg%3E'
