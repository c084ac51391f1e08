-- Row by key: the same uniformly random keys as the ceiling's \set. Requests are made ready before the clock starts, so
-- that the load generator's own work does not compete with the server for the cores.
local ready, next_one = {}, 0

function init()
  for i = 1, 20000 do
    ready[i] = wrk.format("GET", "/rows/" .. math.random(1, 100000))
  end
end

function request()
  next_one = next_one % #ready + 1
  return ready[next_one]
end
