-- POST /v1/sync by many devices. DAYBENCH_DEVICES is a file of "token cursor" lines, of which each thread takes its share;
-- DAYBENCH_OPS how many new tasks a request pushes, 0 for none; DAYBENCH_LIMIT the page's limit.
-- A device asks again when it has been answered and goes on from the cursor of the answer, so a request's first operation
-- says which device it is of.
local ops = tonumber(os.getenv("DAYBENCH_OPS"))
local limit = os.getenv("DAYBENCH_LIMIT")
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

local devices, waiting, head, tail = {}, {}, 1, 0
local run, sent, second, stamp = 0, 0, 0, ""

local function ask(device, body)
  return "POST /v1/sync HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nAuthorization: Bearer " ..
    device.token .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

function init()
  local line = 0
  for text in io.lines(os.getenv("DAYBENCH_DEVICES")) do
    if line % 2 == number then
      local token, cursor = text:match("(%S+) (%S+)")
      local device = { token = token, cursor = cursor }
      devices[#devices + 1] = device
      if ops == 0 then
        device.request = ask(device, '{"cursor":"' .. cursor .. '","limit":' .. limit .. '}')
      end
      tail = tail + 1
      waiting[tail] = #devices
    end
    line = line + 1
  end
  run = os.time() * 2 + number
  if ops == 0 then response = nil end
end

function request()
  local place = waiting[head]
  waiting[head] = nil
  head = head + 1
  local device = devices[place]
  if ops == 0 then
    tail = tail + 1
    waiting[tail] = place
    return device.request
  end
  local now = os.time()
  if now ~= second then
    second = now
    stamp = os.date("!%Y-%m-%dT%H:%M:%S", now)
  end
  local pushed = {}
  for place_of_op = 1, ops do
    sent = sent + 1
    local id = string.format("%08x-%04x-4%03x-8000-%012x", place, math.floor(run / 4096) % 65536, run % 4096, sent)
    pushed[place_of_op] = '{"opId":"' .. id .. '","entity":"task","id":"' .. id .. '","at":"' .. stamp ..
      string.format(".%03dZ", place_of_op) .. '","kind":"set","fields":{"title":"Water the plants on the balcony"}}'
  end
  return ask(device, '{"cursor":"' .. device.cursor .. '","sentAt":"' .. stamp .. '.500Z","limit":' .. limit ..
    ',"ops":[' .. table.concat(pushed, ",") .. ']}')
end

local bad = 0

function response(status, _, body)
  local cursor = body:match('"cursor":"([^"]*)"')
  local place = tonumber(body:match('"opId":"(%x%x%x%x%x%x%x%x)') or "", 16)
  local _, applied = body:gsub('"outcome":"applied"', "")
  if status ~= 200 or not place or applied ~= ops then
    bad = bad + 1
    if bad < 3 then io.stderr:write("bad answer: ", status, " ", body:sub(1, 300), "\n") end
    error("not every operation was applied")
  end
  devices[place].cursor = cursor
  tail = tail + 1
  waiting[tail] = place
end
