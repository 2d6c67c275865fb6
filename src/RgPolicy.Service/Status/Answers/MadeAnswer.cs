namespace RgPolicy.Service.Status.Answers;

/// <summary>A document that was made of a view, with the count of its readers.</summary>
/// <param name="view">Which view, by its number at the desk.</param>
/// <param name="content">The document.</param>
internal sealed class MadeAnswer(long view, PieceBuffer content)
{
    public long View => view;

    public PieceBuffer Content => content;

    /// <summary>Its readers, and the cache that keeps it for the next ones.</summary>
    public int Holders { get; set; } = 1;
}
