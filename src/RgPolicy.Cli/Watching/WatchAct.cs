namespace RgPolicy.Cli.Watching;

/// <summary>What a key asks for beyond the view itself.</summary>
internal enum WatchAct
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>To end the view.</summary>
    Quit,

    /// <summary>To ask why the selected query has its class.</summary>
    AskWhy,

    /// <summary>To pause the service, or to let it go on.</summary>
    TurnPause,

    /// <summary>To look at the next target.</summary>
    NextTarget,
}
