namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>What a classifier can ask about a session that begins.</summary>
internal enum LoginInput
{
    /// <summary><c>session.login</c></summary>
    Login,

    /// <summary><c>session.app</c></summary>
    App,

    /// <summary><c>session.host</c></summary>
    Host,

    /// <summary><c>session.database</c></summary>
    Database,
}
