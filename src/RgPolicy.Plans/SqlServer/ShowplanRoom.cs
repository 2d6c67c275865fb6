using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What outlasts a document, so that the next one need not make it again: names, operators and
/// a buffer.</summary>
internal sealed class ShowplanRoom
{
    private const int LongestValue = 300;

    /// <summary>Names are forgotten after so many bytes of documents: it is not known what is in them.</summary>
    private const long MostBytes = 16 * 1024 * 1024;

    private long _bytes;

    public ShowplanNames Names { get; private set; } = new();

    public OperatorPool Operators { get; } = new();

    /// <summary>Room for the part of a value that is looked at.</summary>
    public char[] Buffer { get; } = new char[LongestValue];

    /// <summary>Room for a document of so many bytes; to be given back.</summary>
    public static ShowplanRoom Take(int documentBytes)
    {
        var room = Spare<ShowplanRoom>.Take();
        room._bytes += documentBytes;
        if (room._bytes > MostBytes)
            (room._bytes, room.Names) = (documentBytes, new());
        return room;
    }

    public void GiveBack() => Spare<ShowplanRoom>.Give(this);
}
