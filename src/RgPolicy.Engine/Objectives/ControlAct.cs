namespace RgPolicy.Engine.Objectives;

/// <summary>What a controller has just done.</summary>
internal enum ControlAct
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>One pool gave way by one step.</summary>
    Tighten,

    /// <summary>One step was given back.</summary>
    Relax,

    /// <summary>The last change did not help, or giving back did harm: it was undone.</summary>
    Revert,
}
