-- Rows by uniformly random keys, as the ceiling's \set has them, with a token (DAYBENCH_PATH, DAYBENCH_TOKEN) or without.
-- Requests are made ready before the clock starts, so that the load generator's own work does not compete with the server.
local ready, next_one = {}, 0

function init()
  local token = os.getenv("DAYBENCH_TOKEN")
  if token ~= "" then wrk.headers["Authorization"] = "Bearer " .. token end
  for i = 1, 20000 do
    ready[i] = wrk.format("GET", os.getenv("DAYBENCH_PATH") .. math.random(1, 100000))
  end
end

function request()
  next_one = next_one % #ready + 1
  return ready[next_one]
end
