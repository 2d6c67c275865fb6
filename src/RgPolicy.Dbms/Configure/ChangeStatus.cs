namespace RgPolicy.Dbms.Configure;

/// <summary>How far a change came.</summary>
public enum ChangeStatus
{
    /// <summary>It began; nothing else is known, so it may have been interrupted.</summary>
    Begun,

    /// <summary>It was carried out and read back.</summary>
    Done,

    /// <summary>It failed, and what was there before is there again.</summary>
    Restored,

    /// <summary>It failed, and not everything could be taken back.</summary>
    Broken,

    /// <summary>It was carried out and rolled back later.</summary>
    RolledBack,
}
