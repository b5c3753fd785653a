"""What serves the pages: all that speaks HTTP, and no other room does.

| module | |
|---|---|
| `rights` | each route, and the roles that it answers: the table from which to read |
| `passes`, `auth`, `register` | who asks: invitations, passes, the devices that are in |
| `app` | the application of an evening: its routes behind its rights |
| `routes/` | what each kind of thing is asked, a router for each |
| `answers`, `bodies`, `sockets`, `failures`, `api_document` | what all routes share |
| `pages/` | what browsers get before they may ask: files, words, how to play, the kit |
| `door/` | what every request passes, the server, its addresses and its certificate |
| `hosting/` | one process: the start page, the evenings that it shows one after the other |
"""
