namespace RgPolicy.Service.Status;

/// <summary>What a desk shows.</summary>
/// <param name="View">The view.</param>
/// <param name="Number">1 for the first one, and one more for each.</param>
/// <param name="At">When it was shown, as the clock's timestamp.</param>
internal sealed record ShownView(IStatusView View, long Number, long At);
