import Glibc

func logarithm(_ value: Double) -> Double { log(value) }

/// Erlang's formula: the mean wait in a queue before some cores, where requests arrive at random and take exponential
/// times. The simulation is held against it.
package func meanWait(arrivalsPerSecond: Double, meanSeconds: Double, cores: Int) -> Double {
    let offered = arrivalsPerSecond * meanSeconds
    guard offered < Double(cores) else { return .infinity }
    // The part of requests that find all cores busy, by way of the formula for cores without a queue.
    var lost = 1.0
    for core in 1...cores { lost = offered * lost / (Double(core) + offered * lost) }
    let waits = lost / (1 - offered / Double(cores) * (1 - lost))
    return waits * meanSeconds / (Double(cores) - offered)
}
