/**
 * Two empty nested frames on three sites: the floor for "frame and keys ready".
 * The address of the outer frame comes by query, so that the bench decides who serves it.
 */
const address = new URLSearchParams(location.search).get('frame')
if (address) {
  const started = performance.now()
  addEventListener('message', () => {
    document.body.dataset.readyMs = String(performance.now() - started)
  })
  const iframe = document.createElement('iframe')
  iframe.src = address
  document.body.append(iframe)
}
