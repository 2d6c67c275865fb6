namespace RgPolicy.Service.Status.Transport;

/// <summary>Who asks a service.</summary>
/// <param name="Name">As a log names it.</param>
/// <param name="IsOperator">Whether it may give orders; all others only read.</param>
internal sealed record StatusAsker(string Name, bool IsOperator);
