import { makeFieldFilm } from './test/field-film.ts'
await makeFieldFilm('/tmp/s7/fields.mp4', 75)
await makeFieldFilm('/tmp/s7/fields.ts', 75)
await makeFieldFilm('/tmp/s7/fields.mkv', 75)
