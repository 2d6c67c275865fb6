namespace RgPolicy.Cli.Probe;

/// <summary>What <c>rgp probe</c> was asked for.</summary>
/// <param name="Name">The profile's name; null is a default.</param>
/// <param name="Connect">A connection; null leaves the DBMS as in <c>generic</c>.</param>
/// <param name="PasswordFile">Where its password is; null is the environment or pgpass.</param>
internal sealed record ProbeRequest(string? Name, string? Connect, string? PasswordFile);
