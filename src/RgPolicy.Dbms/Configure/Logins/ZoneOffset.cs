namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>A time zone's offset from a moment on.</summary>
/// <param name="From">UTC.</param>
/// <param name="Seconds">Local time less UTC.</param>
internal readonly record struct ZoneOffset(DateTime From, int Seconds);
