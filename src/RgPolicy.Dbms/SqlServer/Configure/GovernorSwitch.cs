namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Whether Resource Governor is on, as a plan shows it.</summary>
internal sealed record GovernorSwitch(bool Enabled);
