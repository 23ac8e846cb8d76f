import { frameAt } from '../support/frameAt.ts'
import { signInWith } from '../support/socials.ts'
import { connected, signs } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'

/** Empties every store of the document's databases, as a browser does that clears a site's data. */
const EMPTY_STORES = `(async () => {
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const stores = [...db.objectStoreNames]
    await new Promise((resolve, reject) => {
      const transaction = db.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.oncomplete = () => resolve()
      transaction.onerror = () => reject(transaction.error)
    })
    db.close()
  }
})()`

test('losing the browser’s storage in the middle of use costs a sign-in and nothing else', async ({
  host,
  page,
  stack,
}) => {
  await host.goto()
  await signInWith(host, 'apple', 'carol')
  await connected(host)
  const address = await host.address()
  await signs(host)

  const keys = await frameAt(page, stack.origins.keys)
  await keys.evaluate(EMPTY_STORES)
  await page.reload()
  await expect(host.button).toHaveAttribute('data-state', 'disconnected')

  await signInWith(host, 'apple', 'carol')
  await connected(host)
  expect(await host.address()).toBe(address)
  await signs(host)
})
