import uWS from 'uWebSockets.js'

// The yardstick: the least that an HTTP server on uWebSockets.js can do for a redirect.
const port = Number(process.env['REDIRECT_PORT'])
uWS
  .App()
  .any('/*', (response) => {
    response.cork(() => {
      response.writeStatus('302 Found').writeHeader('Location', 'https://shop.example/landing').endWithoutBody(0)
    })
  })
  .listen('127.0.0.1', port, (socket) => {
    if (!socket) throw new Error(`cannot listen on port ${port}`)
  })
process.on('SIGTERM', () => process.exit(0))
