-- One message of the Model Context Protocol, or where there is none the read that it stands on.
function init()
  wrk.headers["Authorization"] = "Bearer " .. os.getenv("DAYBENCH_TOKEN")
  wrk.path = os.getenv("DAYBENCH_PATH")
  local message = os.getenv("DAYBENCH_MESSAGE")
  if message == "" then return end
  wrk.method = "POST"
  wrk.body = message
  wrk.headers["Content-Type"] = "application/json"
  wrk.headers["MCP-Protocol-Version"] = "2025-11-25"
end
