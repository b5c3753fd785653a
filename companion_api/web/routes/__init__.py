"""What pages may ask, a router for each kind of thing; who may, `companion_api.web.rights` says."""
