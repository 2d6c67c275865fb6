namespace RgPolicy.Dbms.Connecting;

/// <summary>Where a server is and which login connects, whatever kind of server it is.</summary>
public interface IConnectionOptions<out TSelf>
    where TSelf : class
{
    /// <summary>The login.</summary>
    string User { get; }

    /// <summary>The connection without any secret.</summary>
    string Target { get; }

    /// <summary>The same connection with this password, which no text form of it shows.</summary>
    TSelf WithPassword(string password);
}
