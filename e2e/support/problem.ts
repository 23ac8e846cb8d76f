import type { Route } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'

/** Answers a request of keys as the service does when something is wrong. */
export const problem =
  ({ origins }: Stack, status: number, code: number) =>
  (route: Route): Promise<void> =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          status,
          contentType: 'application/json',
          headers: {
            'access-control-allow-origin': origins.keys,
            'access-control-expose-headers': 'DPoP-Nonce, Retry-After, Date',
          },
          body: JSON.stringify({ error: { code, message: 'Answered by a test.' } }),
        })
