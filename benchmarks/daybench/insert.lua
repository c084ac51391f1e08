-- One durable insert per request.
wrk.method = "POST"
wrk.path = "/rows"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"title":"Review chapter 3 feedback"}'
