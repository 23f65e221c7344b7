import { createServer } from 'node:http'

createServer((_request, response) => {
  response.writeHead(302, { Location: 'https://shop.example/landing', 'Content-Length': '0' }).end()
}).listen(Number(process.env['REDIRECT_PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
