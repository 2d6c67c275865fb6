namespace RgPolicy.Dbms;

/// <summary>Why a server could not be observed, as far as waiting is concerned.</summary>
public enum ServerLack
{
    /// <summary>Something that waiting does not change, such as a missing right.</summary>
    Lasting,

    /// <summary>The server refuses the login; it logs each try.</summary>
    Refused,

    /// <summary>Nothing answers there; the server may not have been started yet.</summary>
    Unreachable,

    /// <summary>The server says that it starts, recovers or shuts down.</summary>
    NotReady,
}
