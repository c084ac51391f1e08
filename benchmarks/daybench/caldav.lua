-- CalDAV requests of many devices. DAYBENCH_DEVICES is a file of lines "authorization method path body-file", of which each
-- thread takes its share and sends one after the other; a body-file of "new" makes every request a new task of that list.
local threads = 0

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

local ready, lists, next_one, sent, run = {}, {}, 0, 0, 0

local function ask(authorization, method, path, fields, body)
  return method .. " " .. path .. " HTTP/1.1\r\nHost: bench\r\nAuthorization: " .. authorization .. "\r\n" .. fields ..
    "Content-Length: " .. #body .. "\r\n\r\n" .. body
end

function init()
  local line = 0
  for text in io.lines(os.getenv("DAYBENCH_DEVICES")) do
    if line % 2 == number then
      local authorization, method, path, file = text:match("(%S+ %S+) (%S+) (%S+) (%S+)")
      if file == "new" then
        lists[#lists + 1] = { authorization = authorization, path = path }
      else
        local opened = io.open(file)
        local body = opened:read("a")
        opened:close()
        ready[#ready + 1] = ask(authorization, method, path,
          "Content-Type: application/xml; charset=utf-8\r\nDepth: 1\r\n", body)
      end
    end
    line = line + 1
  end
  run = os.time() * 2 + number
end

local TASK = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN\r\nBEGIN:VTODO\r\n" ..
  "UID:%s\r\nDTSTAMP:20261124T090000Z\r\nCREATED:20261124T090000Z\r\nLAST-MODIFIED:20261124T090000Z\r\n" ..
  "SUMMARY:Water the plants on the balcony\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"

function request()
  if #lists == 0 then
    next_one = next_one % #ready + 1
    return ready[next_one]
  end
  next_one = next_one % #lists + 1
  sent = sent + 1
  local list = lists[next_one]
  local id = string.format("%08x-%04x-4%03x-8000-%012x", next_one, math.floor(run / 4096) % 65536, run % 4096, sent)
  return ask(list.authorization, "PUT", list.path .. id .. ".ics",
    "Content-Type: text/calendar; charset=utf-8\r\nIf-None-Match: *\r\n", string.format(TASK, id))
end
