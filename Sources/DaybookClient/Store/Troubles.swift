import DaybookDevice

/// A change that the server will never take. It is kept until somebody has seen it: what was typed is not lost.
public typealias RefusedChange = DaybookDevice.RefusedChange

/// A change that did not get its way in some fields.
public typealias LostChange = DaybookDevice.LostChange
