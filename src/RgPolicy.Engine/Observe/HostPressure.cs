namespace RgPolicy.Engine.Observe;

/// <summary>Pressure stall information of the whole host: some, average of 10 s, percent; null is not known.</summary>
public sealed record HostPressure(double? Cpu, double? Io, double? Memory);
