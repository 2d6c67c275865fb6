using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Tests.Scripted;

/// <summary>What is in a buffer of pieces.</summary>
internal static class PieceText
{
    /// <summary>All of it.</summary>
    public static string ToText(this PieceBuffer buffer) =>
        Encoding.UTF8.GetString([.. buffer.Pieces.SelectMany(piece => piece.ToArray())]);
}
