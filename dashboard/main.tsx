import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { Failure } from './api/failure.ts'
import { styleNonce } from './api/page-meta.ts'
import { createAppRouter } from './router.tsx'
import './style.css'

setNonce(styleNonce)
// What checks forms would try to compile itself, which the content security policy forbids, and tells.
config({ jitless: true })

const mostRetries = 2

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // What was refused stays refused; what nobody answered may be answered now.
      retry: (count, error) => count < mostRetries && error instanceof Failure && isPassing(error.status),
    },
  },
})

const isPassing = (status: number) => status === 0 || status === 502 || status === 503

const app = document.getElementById('app')
if (app === null) throw new Error('The page has no element for the app')
createRoot(app).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={createAppRouter(queries)} />
    </QueryClientProvider>
  </StrictMode>,
)
