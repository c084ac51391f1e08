import DaybookServer
import Glibc

exit(Daybook.run(Array(CommandLine.arguments.dropFirst())).rawValue)
