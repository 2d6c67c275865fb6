namespace RgPolicy.Cli.Watching;

/// <summary>What the queries of the live view are sorted by.</summary>
internal enum WatchOrder
{
    /// <summary>How long they have run, the longest first.</summary>
    Running,

    /// <summary>Their class.</summary>
    Class,

    /// <summary>The pool that they are in.</summary>
    Pool,

    /// <summary>By the login that runs them.</summary>
    Login,

    /// <summary>Where.</summary>
    Database,

    /// <summary>The process.</summary>
    Pid,
}
