namespace RgPolicy.Dbms.Recording;

/// <summary>What a frame of a recording holds.</summary>
internal enum FrameKind : byte
{
    /// <summary>The server, the host profile and the start; always first.</summary>
    Header = 1,

    /// <summary>The next entry of the dictionary of sessions.</summary>
    Session = 2,

    /// <summary>The next entry of the dictionary of statements.</summary>
    Statement = 3,

    /// <summary>The next entry of the dictionary of plans.</summary>
    Plan = 4,

    /// <summary>The next entry of the dictionary of histories.</summary>
    History = 5,

    /// <summary>All dictionaries start again from nothing.</summary>
    Reset = 6,

    /// <summary>What was seen at one moment, as a difference to the frame of this kind before it.</summary>
    Poll = 7,

    /// <summary>The recording was closed properly.</summary>
    End = 8,
}
