-- One view with a token, and with the tag of what the client holds where DAYBENCH_TAG names one.
function init()
  wrk.headers["Authorization"] = "Bearer " .. os.getenv("DAYBENCH_TOKEN")
  if os.getenv("DAYBENCH_TAG") ~= "" then wrk.headers["If-None-Match"] = os.getenv("DAYBENCH_TAG") end
  wrk.path = os.getenv("DAYBENCH_PATH")
end
