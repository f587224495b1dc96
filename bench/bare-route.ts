/**
 * A Fastify server with one route that answers the bytes of a file. `review-list.ts` compares the product with it.
 * Prints its address.
 */
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'

const bytes = await readFile(process.argv[2] ?? '')
const app = Fastify()
app.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
