//! What a person with a ruler finds on a page: things that cover each other, that are too small, or that nobody can reach.

use crate::{Page, Result};

/// Finds everything of [`crowding`].
const LOOK: &str = "
    const found = [];
    const seen = element => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const frame = element => element.getBoundingClientRect();
    const named = element => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} '${(element.innerText || element.getAttribute('aria-label') || '').trim().slice(0, 30)}'`;
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const inside = document.querySelector('dialog[open]') ?? document.body;
    // Text that is too small to be read.
    const walker = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
    const small = new Set();
    while (walker.nextNode()) {
        const owner = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() === '' || owner.closest('script, style, svg, .unseen') || !seen(owner)) continue;
        const size = parseFloat(getComputedStyle(owner).fontSize);
        if (size < 12) small.add(`${named(owner)} has letters of ${size} pixels`);
    }
    found.push(...small);
    // What is touched by fingers.
    if (matchMedia('(pointer: coarse)').matches) {
        for (const button of inside.querySelectorAll('button, select, input:not([type=file]), a[href]')) {
            if (!seen(button) || button.closest('.unseen')) continue;
            const label = button.closest('label') ?? button;
            const { width, height } = frame(label);
            if (width === 0 || height === 0) continue;
            const after = getComputedStyle(button, '::after');
            const reach = side => Math.max(side === 'width' ? width : height, after.content !== 'none' ? parseFloat(after[side]) || 0 : 0);
            if (reach('width') < 43.5 || reach('height') < 43.5) found.push(`${named(button)} is ${Math.round(width)} by ${Math.round(height)} pixels`);
        }
    }
    // Panels over the board.
    const covers = [...document.querySelectorAll('main.table [data-covers]')].filter(seen).filter(one => frame(one).width > 0);
    for (const [index, one] of covers.entries()) {
        const a = frame(one);
        if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1) found.push(`${named(one)} is not all on the screen`);
        for (const other of covers.slice(index + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            const b = frame(other);
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (width > 1 && height > 1) found.push(`${named(one)} and ${named(other)} cover each other`);
        }
    }
    // Everybody's points, and every cell for the tile.
    const over = document.querySelector('.end') !== null;
    for (const points of over ? [] : document.querySelectorAll('.seat .points')) {
        const { x, y, width, height } = frame(points);
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        if (width === 0 || !points.closest('.seat').contains(top)) found.push(`${named(points.closest('.seat'))}: the points are not seen`);
    }
    const board = document.querySelector('main.table > .board');
    // A tile that is tried is looked at from near: then not all cells are seen.
    const near = document.querySelector('.board .trial') !== null;
    for (const cell of near ? [] : document.querySelectorAll('.board .cell')) {
        const { x, y, width, height } = frame(cell);
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        if (top === null || !board.contains(top)) found.push(`a cell is hidden under ${top ? named(top) : 'the edge'}`);
    }
    const held = document.querySelector('.board .held use');
    if (near && (held === null || !seen(held))) found.push('the tile that is tried is not seen');
    // Places to choose on the tile in hand.
    const discs = [...document.querySelectorAll('.places .spot:not(.selected) .ring')].map(frame);
    for (const [index, a] of discs.entries()) {
        for (const b of discs.slice(index + 1)) {
            const distance = Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
            if (distance < (a.width + b.width) / 2 - 2) found.push('places on the tile in hand hide each other');
        }
    }
    // Words that do not fit into their place.
    for (const element of inside.querySelectorAll('button, .chip span, .question, .seat .points, h1, h2, h3, b')) {
        if (!seen(element) || element.closest('.unseen, .name, svg')) continue;
        if (element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && getComputedStyle(element).overflowX !== 'visible' && getComputedStyle(element).textOverflow !== 'ellipsis')
            found.push(`${named(element)} is cut off`);
    }
    return [...new Set(found)];";

/// Everything that is too small, covered, cut off, or beyond the edge of the screen.
pub fn crowding(page: &mut Page) -> Result<Vec<String>> {
    page.settle()?;
    page.evaluate(&format!("(() => {{ {LOOK} }})()"))
}
