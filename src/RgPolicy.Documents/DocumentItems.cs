namespace RgPolicy.Documents;

/// <summary>Lists of documents.</summary>
public static class DocumentItems
{
    /// <summary>The items that are told; none where the document lacks the list.</summary>
    public static IEnumerable<T> OrEmpty<T>(this IEnumerable<T?>? items)
        where T : class => items?.OfType<T>() ?? [];
}
